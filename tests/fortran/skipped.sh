#!/bin/sh
echo "programs of Fortran are not tested: there is no gfortran, or a sanitizer is on"
exit 77
