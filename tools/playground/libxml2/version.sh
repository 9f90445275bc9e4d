#!/bin/sh
# xmlversion.h of libxml2 from its template (standard input): the parts that
# weft uses.
# usage: version.sh VERSION
number=$(echo "$1" | awk -F. '{printf "%d%02d%02d", $1, $2, $3}')
on="TREE OUTPUT PUSH READER PATTERN WRITER SAX1 VALID ISO8859X REGEXPS SCHEMAS"
for part in $on; do
  set -- "$@" -e "s/@WITH_$part@/1/"
done
version=$1
shift
exec sed -e "s/@VERSION@/$version/" -e "s/@LIBXML_VERSION_NUMBER@/$number/" \
  -e 's/@LIBXML_VERSION_EXTRA@//' "$@" -e 's/@WITH_[A-Z0-9_]*@/0/' \
  -e 's/@MODULE_EXTENSION@//'
