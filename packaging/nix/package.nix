# weft as a derivation of nixpkgs: callPackage ./packaging/nix/package.nix { }
#
# Checked: versions, dependencies and options against meson.build.
# Not checked: the syntax, and anything with Nix. nixpkgs has no Random123: its headers are fetched.
{ lib, stdenv, fetchurl, meson, ninja, pkg-config, python3, libxml2, zlib, cadical }:

let
  random123 = fetchurl {
    url = "https://github.com/DEShawResearch/random123/archive/refs/tags/v1.14.0.tar.gz";
    sha256 = "effafd8656b18030b2a5b995cd3650c51a7c45052e6e1c21e48b9fa7a59d926e";
  };
in
stdenv.mkDerivation {
  pname = "weft";
  version = "1.0.0";
  src = lib.cleanSource ../..;

  nativeBuildInputs = [ meson ninja pkg-config (python3.withPackages (p: [ p.cffi ])) ];
  buildInputs = [ libxml2 zlib cadical ];

  postPatch = "patchShebangs .";
  preConfigure = ''
    mkdir random123
    tar -xf ${random123} -C random123 --strip-components=1
    mesonFlagsArray+=("-Dc_args=-I$PWD/random123/include")
  '';
  mesonFlags = [
    "-Dtests=false"
    "-Dsolver=auto"
    "-Dmpi=disabled"
    "-Dfortran=disabled"
    "-Dotf2=disabled"
    "-Dpython=enabled"
  ];

  meta = {
    description = "Emulator and checker of message-passing algorithms";
    license = lib.licenses.mit;
    platforms = lib.platforms.linux;
    mainProgram = "weft";
  };
}
