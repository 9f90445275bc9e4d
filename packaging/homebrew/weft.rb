# weft for Homebrew on Linux, from the archive of a release (tools/release.sh):
#
#     export HOMEBREW_WEFT_ARCHIVE=$PWD/weft-1.0.0.tar.xz
#     export HOMEBREW_WEFT_SHA256=$(sha256sum <weft-1.0.0.tar.xz | cut -d' ' -f1)
#     brew install --formula packaging/homebrew/weft.rb
#
# Checked: versions, dependencies and options against meson.build.
# Not checked: the syntax, and anything with Homebrew. weft does not run on macOS.
class Weft < Formula
  desc "Emulator and checker of message-passing algorithms"
  homepage "file://#{ENV.fetch("HOMEBREW_WEFT_ARCHIVE")}"
  url "file://#{ENV.fetch("HOMEBREW_WEFT_ARCHIVE")}"
  version "1.0.0"
  sha256 ENV.fetch("HOMEBREW_WEFT_SHA256")
  license "MIT"

  depends_on "meson" => :build
  depends_on "ninja" => :build
  depends_on "pkgconf" => :build
  depends_on "python@3.12" => :build
  depends_on "cadical"
  depends_on "libxml2"
  depends_on :linux
  depends_on "zlib"

  resource "random123" do
    url "https://github.com/DEShawResearch/random123/archive/refs/tags/v1.14.0.tar.gz"
    sha256 "effafd8656b18030b2a5b995cd3650c51a7c45052e6e1c21e48b9fa7a59d926e"
  end

  def install
    resource("random123").stage { (buildpath/"random123").install "include" }
    options = %W[
      -Dc_args=-I#{buildpath}/random123/include
      -Dtests=false
      -Dsolver=auto
      -Dmpi=disabled
      -Dfortran=disabled
      -Dotf2=disabled
      -Dpython=disabled
    ]
    system "meson", "setup", "build", *options, *std_meson_args
    system "meson", "compile", "-C", "build"
    system "meson", "install", "-C", "build"
  end

  test do
    assert_match(/valid +yes/, shell_output("#{bin}/weft run allgather -n ring:4"))
  end
end
