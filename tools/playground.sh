#!/usr/bin/env bash
# Build the playground: weft as WebAssembly (docs/playground.md).
#
#     tools/playground.sh [-o FILE.html] [--without-solver] [--build FOLDER]
#
# Writes the page FILE.html (weft-playground.html), or with -o FILE.js only the
# commands: FILE.js and FILE.wasm. The sources of zlib, libxml2 and CaDiCaL come
# from the folders $ZLIB, $LIBXML2 and $CADICAL or else from Debian's source
# packages, which go to FOLDER (build-playground).
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
file=weft-playground.html build=build-playground solver=enabled

usage() {
  sed -n '2,10s/^# \{0,1\}//p' "$0" >&2
  exit 64
}
while [ $# -gt 0 ]; do
  case "$1" in
  -o) file=${2:?FILE} && shift ;;
  --build) build=${2:?FOLDER} && shift ;;
  --without-solver) solver=disabled ;;
  *) usage ;;
  esac
  shift
done
case "$file" in *.html | *.js) ;; *) usage ;; esac

# ---- programs -----------------------------------------------------------------

missing=()
need() { command -v "$1" >/dev/null || missing+=("$2"); }
need emcc emscripten
need wasm-opt binaryen
need clang clang
need llvm-ar llvm
need node nodejs
need meson meson
need ninja ninja-build
need pkg-config pkg-config
need python3 python3
[ -d /usr/include/Random123 ] || missing+=(librandom123-dev)
if [ ${#missing[@]} -gt 0 ]; then
  echo "playground.sh: please install: ${missing[*]}" >&2
  exit 1
fi
mkdir -p "$build"
build=$(cd "$build" && pwd)
export WEFT_PLAYGROUND=$build
[ -s "$build/cflags" ] || emcc --cflags >"$build/cflags.new"
[ -s "$build/cflags" ] || mv "$build/cflags.new" "$build/cflags"
read -r emscripten <"$build/cflags"
# shellcheck disable=SC2206 # words
flags=($emscripten -Os)

# ---- sources ------------------------------------------------------------------

# Debian's source packages, asked for with lists of our own.
download() {
  local apt=$build/apt options
  mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial" "$build/sources"
  # some of these files may be missing
  { cat /etc/apt/sources.list.d/*.sources 2>/dev/null || :; } |
    sed -E 's/^Types:.*/Types: deb-src/' >"$apt/weft.sources"
  { cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null || :; } |
    sed -nE 's/^deb /deb-src /p' >"$apt/weft.list"
  for list in "$apt/weft.sources" "$apt/weft.list"; do
    [ -s "$list" ] || continue
    options=(-q -o "Dir::Etc::sourcelist=$list" -o Dir::Etc::sourceparts=-
      -o "Dir::State::lists=$apt/lists" -o "Dir::Cache=$apt/cache"
      -o "APT::Sandbox::User=$(id -un)")
    apt-get "${options[@]}" update >&2
    (cd "$build/sources" &&
      apt-get "${options[@]}" source --download-only "$@" >&2)
  done
}

# The folder of a package's source, unpacked.
unpack() {
  local folder=$build/sources/$1
  if [ ! -d "$folder" ]; then
    mkdir "$folder.new"
    tar -xf "$(ls "$build/sources/$1"_*.orig.tar.*)" -C "$folder.new" \
      --strip-components=1
    if ls "$build/sources/$1"_*.debian.tar.* >/dev/null 2>&1; then
      tar -xf "$(ls "$build/sources/$1"_*.debian.tar.*)" -C "$folder.new"
      while read -r patch; do
        case "$patch" in '' | '#'*) continue ;; esac
        patch -d "$folder.new" -p1 -s <"$folder.new/debian/patches/$patch" >&2
      done < <(cat "$folder.new/debian/patches/series" 2>/dev/null)
    fi
    mv "$folder.new" "$folder"
  fi
  echo "$folder"
}

want=()
[ -n "${ZLIB:-}" ] || want+=(zlib)
[ -n "${LIBXML2:-}" ] || want+=(libxml2)
[ -n "${CADICAL:-}" ] || [ $solver = disabled ] || want+=(cadical)
for package in "${want[@]}"; do
  ls "$build/sources/$package"_*.orig.tar.* >/dev/null 2>&1 || lacks=1
done
[ -z "${lacks:-}" ] || download "${want[@]}"

# ---- libraries ----------------------------------------------------------------

# compile LIBRARY FILE...: with the flags in $own, from the folder $source
compile() {
  local library=$1
  shift
  mkdir -p "$build/objects/$library" "$build/lib"
  printf '%s\n' "$@" | xargs -P "$(nproc)" -I{} sh -c '
    source=$1 object=$2/$(basename "$1").o
    shift 2
    exec clang "$@" -c "$source" -o "$object"' - "{}" \
    "$build/objects/$library" "${flags[@]}" -w "${own[@]}"
  rm -f "$build/lib/$library.a"
  llvm-ar rcs "$build/lib/$library.a" "$build/objects/$library"/*.o
}

# Its description, for meson.
describe() {
  mkdir -p "$build/pkgconfig"
  cat >"$build/pkgconfig/$1.pc" <<EOF
Name: $1
Description: $1
Version: $2
Libs: -L$build/lib -l$3
Cflags: -I$build/include
EOF
}

headers=$build/include
mkdir -p "$headers" "$build/random"
ln -sfn /usr/include/Random123 "$build/random/Random123"

if [ ! -s "$build/lib/libz.a" ]; then
  source=${ZLIB:-$(unpack zlib)}
  cp "$source/zlib.h" "$source/zconf.h" "$headers"
  own=(-DHAVE_UNISTD_H -DHAVE_STDARG_H)
  # the same z_off_t wherever it is included
  sed -i 's/#ifdef HAVE_UNISTD_H /#if 1 /' "$headers/zconf.h"
  compile libz "$source"/{adler32,crc32,deflate,inffast,inflate,inftrees,trees,zutil,compress,uncompr,gzclose,gzlib,gzread,gzwrite}.c
  describe zlib 1.2.13 z
fi

if [ ! -s "$build/lib/libxml2.a" ]; then
  source=${LIBXML2:-$(unpack libxml2)}
  config=$root/tools/playground/libxml2
  mkdir -p "$headers/libxml"
  cp "$source"/include/libxml/*.h "$headers/libxml"
  version=$(sed -nE 's/^Version: (.*)/\1/p' "$source/libxml2.spec")
  "$config/version.sh" "$version" <"$source/include/libxml"/xmlversion.h.in \
    >"$headers/libxml/xmlversion.h"
  own=(-I"$build/include" -I"$config" -I"$source/include" -I"$source")
  compile libxml2 "$source"/{SAX2,buf,chvalid,dict,encoding,entities,error,globals,hash,list,parser,parserInternals,pattern,relaxng,threads,tree,uri,valid,xlink,xmlIO,xmlmemory,xmlreader,xmlregexp,xmlsave,xmlschemas,xmlschemastypes,xmlstring,xmlunicode,xmlwriter,xpath}.c
  describe libxml-2.0 "$version" xml2
fi

if [ $solver = enabled ] && [ ! -s "$build/lib/libcadical.a" ]; then
  source=${CADICAL:-$(unpack cadical)}
  cp "$source/src"/ccadical.h "$headers"
  own=(-x c++ -std=c++11 -DNBUILD -DNDEBUG -DNUNLOCKED
    "-DVERSION=\"$(cat "$source/VERSION" 2>/dev/null || echo 1.5.3)\""
    -Xclang -iwithsysroot/include/c++/v1)
  mapfile -t files < <(ls "$source"/src/*.cpp |
    grep -v '/\(cadical\|mobical\|config\)\.cpp$')
  compile libcadical "${files[@]}" "$source/src/config.cpp"
fi

# ---- weft ---------------------------------------------------------------------

cat >"$build/libraries.new" <<EOF
[binaries]
c = '$root/tools/playground/cc.sh'

[built-in options]
c_args = ['-I$root/tools/playground/system', '-I$build/random',
  '-I$build/include',
  '-include', '$root/tools/playground/system/system.h']
c_link_args = ['-L$build/lib']
pkg_config_path = ['$build/pkgconfig']
EOF
# meson configures again when the file is newer
cmp -s "$build/libraries.new" "$build/libraries.ini" ||
  mv "$build/libraries.new" "$build/libraries.ini"
weft=$build/weft-$solver
if [ ! -f "$weft/build.ninja" ]; then
  meson setup "$weft" "$root" --cross-file "$root/tools/wasm.ini" \
    --cross-file "$build/libraries.ini" -Dplayground=enabled -Dtests=false \
    -Dmpi=disabled -Dotf2=disabled -Dsolver=$solver -Ddebug=false --unity=on --unity-size=16 \
 -Doptimization=s -Ddefault_library=static >&2
fi
ninja ${NINJA_OPTIONS:-} -C "$weft" >&2
made=$weft/tools/playground/weft-playground
case "$file" in
*.js)
  cp "$made.js" "$file"
  cp "$made.wasm" "${file%.js}.wasm"
  names=("$file" "${file%.js}.wasm")
  ;;
*)
  python3 "$root/src/playground/join.py" "$root" "$made.js" "$made.wasm" "$file"
  names=("$file")
  ;;
esac
for name in "${names[@]}"; do
  printf '%s: %d bytes (%d gzipped)\n' "$name" "$(wc -c <"$name")" \
    "$(gzip -9c "$name" | wc -c)"
done
