# weft for Spack, from the sources around this file:
#
#     mkdir -p repo/packages/weft && cp packaging/spack/package.py repo/packages/weft
#     echo "repo: {namespace: mine}" >repo/repo.yaml && spack repo add ./repo
#     spack dev-build weft@1.0.0
#
# Checked: the syntax; versions, dependencies and options against meson.build.
# Not checked: anything with Spack. Spack has no CaDiCaL: `weft optimum` needs it as a program.
from spack.package import *


class Weft(MesonPackage):
    """Emulator and checker of message-passing algorithms: runs them on an emulated multicomputer,
    checks every step against a communication model, compares them with proved lower bounds."""

    license("MIT")

    version("1.0.0")

    variant("otf2", default=False, description="Read and write OTF2 archives")
    variant("python", default=False, description="Install the Python module weft")

    depends_on("c", type="build")
    depends_on("meson@1.0:", type="build")
    depends_on("ninja", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("random123", type="build")
    depends_on("libxml2@2.9:")
    depends_on("zlib-api")
    depends_on("otf2", when="+otf2")
    depends_on("python@3.9:", type=("build", "run"))
    depends_on("py-cffi", type=("build", "run"), when="+python")

    requires("platform=linux", msg="weft needs ELF, /proc and ld -r")

    def meson_args(self):
        def feature(name, on):
            return f"-D{name}={'enabled' if on else 'disabled'}"

        return [
            "-Dtests=false",
            feature("solver", False),
            feature("mpi", False),
            feature("fortran", False),
            feature("otf2", self.spec.satisfies("+otf2")),
            feature("python", self.spec.satisfies("+python")),
        ]
