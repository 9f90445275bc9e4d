"""The functions and constants of MPI, as the C headers declare them, and what
their parameters are in Fortran.

One rule by C type and name serves almost all parameters; the tables below hold
the exceptions."""
import re

# Types of handles, and of integers with a kind of their own.
HANDLES = ["Comm", "Group", "Datatype", "Op", "Request", "Errhandler", "Info",
           "Win", "Message", "File", "Session"]
KINDS = {"MPI_Aint": "MPI_ADDRESS_KIND", "MPI_Count": "MPI_COUNT_KIND",
         "MPI_Offset": "MPI_OFFSET_KIND"}

# Parameters of type int that are truths, by name.
LOGICAL = {"flag", "reorder", "commute", "high", "periods", "remain_dims",
           "weighted"}
# Parameters that are numbers of array elements, counted from 1 in Fortran.
INDEX = {("MPI_Waitany", "index"), ("MPI_Testany", "index"),
         ("MPI_Waitsome", "array_of_indices"),
         ("MPI_Testsome", "array_of_indices")}
# Parameters of type void * that hold an address, and are not buffers.
ADDRESS = {"baseptr", "extra_state", "attribute_val"}

# Strings whose leading blanks count.
BLANKS_COUNT = {"comm_name", "type_name", "win_name", "string"}

# Functions whose C code is written by hand (fortran-functions.c and others).
BY_HAND = """
    MPI_Init MPI_Init_thread MPI_Pcontrol MPI_Info_create_env
    MPI_Wtime MPI_Wtick MPI_Aint_add MPI_Aint_diff
    MPI_Address MPI_Type_extent MPI_Type_lb MPI_Type_ub MPI_Type_struct
    MPI_Type_hvector MPI_Type_hindexed
    MPI_Comm_create_keyval MPI_Type_create_keyval MPI_Win_create_keyval
    MPI_Comm_set_attr MPI_Type_set_attr MPI_Win_set_attr
    MPI_Comm_get_attr MPI_Type_get_attr MPI_Win_get_attr
    MPI_Keyval_create MPI_Attr_put MPI_Attr_get
    MPI_Grequest_start MPI_Buffer_detach
    MPI_Info_get MPI_Info_get_string
    MPI_Comm_spawn MPI_Comm_spawn_multiple
""".split()
# Functions that are not in Fortran.
NOT_IN_FORTRAN = re.compile(
    r"MPI_T_|MPI_\w+_(c2f|f2c|c2f08|f082c|f2f08|f082f)(_c)?$|"
    r"MPI_Register_datarep_c$|MPI_Buffer_detach_c$")
# Parameters that Fortran does not have, or has with another kind.
DROPPED = {(function, name)
           for function in ("MPI_Init", "MPI_Init_thread", "MPI_Info_create_env")
           for name in ("argc", "argv")}
INTEGER_ADDRESSES = {"MPI_Address", "MPI_Type_extent", "MPI_Type_lb",
                     "MPI_Type_ub", "MPI_Type_struct", "MPI_Type_hvector",
                     "MPI_Type_hindexed", "MPI_Keyval_create", "MPI_Attr_put",
                     "MPI_Attr_get"}


# Buffers of bytes, and the parameter with their number.
BYTES = {("MPI_Pack", "outbuf"): "outsize", ("MPI_Unpack", "inbuf"): "insize",
         ("MPI_Buffer_attach", "buffer"): "size",
         ("MPI_Win_create", "base"): "size", ("MPI_Win_attach", "base"): "size"}
PARTITIONED = ("MPI_Psend_init", "MPI_Precv_init")
# Functions that use only the address of a buffer, or one element there.
PLACE = re.compile(r"MPI_(Free_mem|Get_address|Address|Win_detach|Fetch_and_op|"
                   r"Compare_and_swap|File_\w+_end)$")
# Functions that use their buffers after they have returned.
PENDING = re.compile(r"MPI_(I[a-z]\w+|\w+_init|\w+_begin|File_i\w+|R?put|R?get|"
                     r"R?accumulate|R?get_accumulate|Win_\w+|Buffer_attach)$",
                     re.I)
# Functions of which a buffer consists of a block per rank.
BLOCKS = re.compile(r"(?P<send>scatter|alltoall)|(?P<recv>gather)", re.I)


class Parameter:
    """kind: int, logical, index, a key of KINDS, a type of handle, status,
    choice, address, string (in), text (out), strings, function"""

    def __init__(self, function, text):
        words = re.match(r"(const )?(\w+)\s*(\**)\s*(\w+)((?:\[\d*\])*)$",
                         text.strip())
        constant, self.type, stars, self.name, arrays = words.groups()
        self.constant = bool(constant)
        self.array = bool(arrays) or self.name.startswith(("array_of", "weights"))
        self.array = self.array or self.name in ("sourceweights", "destweights")
        self.pointer = bool(stars or arrays)
        self.rows = 3 if arrays.endswith("[3]") else 0
        self.kind = self.find_kind(function, stars + "*" * arrays.count("["))
        self.array = self.array and self.kind != "string"

    def find_kind(self, function, stars):
        if (function, self.name) in INDEX:
            return "index"
        if self.type == "int":
            return "logical" if self.name in LOGICAL else "int"
        if self.type in KINDS:
            return "int" if function in INTEGER_ADDRESSES else self.type
        if self.type == "void" and self.name in ADDRESS:
            return "int" if function in INTEGER_ADDRESSES else "address"
        if self.type == "void":
            return "choice"
        if self.type == "char" and stars in ("**", "***"):
            return "strings"
        if self.type == "char":
            return "string" if self.constant else "text"
        if self.type == "MPI_Status":
            return "status"
        if self.type[4:] in HANDLES:
            return self.type
        return "function"


class Function:
    def __init__(self, result, name, parameters):
        self.result, self.name = result.strip(), name
        self.large = name.endswith("_c")
        self.by_hand = name in BY_HAND
        self.parameters = [
            Parameter(name, text) for text in parameters
            if text.strip() not in ("void", "...")
            and (name, re.search(r"(\w+)[\[\]\d]*$", text)[1]) not in DROPPED]

    @property
    def has_ierror(self):
        return self.name != "MPI_Pcontrol"

    @property
    def has_choice(self):
        return any(p.kind == "choice" for p in self.parameters)

    @property
    def has_sections(self):
        """Whether Fortran 2008 passes descriptors of the buffers."""
        return (self.has_choice and not self.has_text
                and self.name not in BY_HAND)

    def section(self, buffer):
        """How the function uses a buffer: the use, and the parameters (or
        constants) with the count and the type, or None."""
        name = self.name.removesuffix("_c")
        if PLACE.match(name):
            return "PLACE", None, None
        if (name, buffer.name) in BYTES:
            return "BYTES", BYTES[name, buffer.name], "MPI_BYTE"
        behind = self.parameters[self.parameters.index(buffer) + 1:]
        counts = [p for p in behind if "count" in p.name]
        types = [p for p in behind if p.type == "MPI_Datatype"]
        if types[0].array or name in PARTITIONED:
            return "BYTES", None, None
        count = None if counts[0].array else counts[0].name
        if any(p.name == "op" for p in behind) and "addr" not in buffer.name:
            return "BYTES", count, types[0].name
        blocks = [side for found in BLOCKS.finditer(name)
                  for side in ("send", "recv") if found[side]]
        if "lltoall" in name or "llgather" in name:
            blocks += ["recv"]
        if buffer.name.startswith(tuple(blocks)):
            return "BLOCKS", None, types[0].name
        return "DATA", count, types[0].name

    @property
    def has_text(self):
        return any(p.kind in ("string", "text", "strings")
                   for p in self.parameters)


def plain(path):
    with open(path, encoding="utf-8") as file:
        return re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)


def functions(folder):
    """All functions that Fortran has, those with large counts included."""
    found = []
    for result, name, parameters in re.findall(
            r"^(\w+) \**(MPI_\w+)\(\s*([^;]*)\);",
            plain(folder + "/mpi-functions.h"), re.M):
        if not NOT_IN_FORTRAN.match(name):
            found.append(Function(result, name,
                                  re.sub(r"\s+", " ", parameters).split(",")))
    return found


# Lengths of strings are one less than in C, which counts the final NUL.
LENGTH = re.compile(r"MPI_MAX_\w+$")
NOT_CONSTANTS = re.compile(r"MPI_T_|MPI_F_|MPI_F08_|WEFT_|MPI_VERSION|MPI_SUBV")


def constants(folder):
    """(name, type, value) of all constants that are numbers."""
    found = [("MPI_VERSION", "int", 4), ("MPI_SUBVERSION", "int", 0)]
    for name, text in re.findall(r"^#define (MPI_\w+) (\S.*)$",
                                 plain(folder + "/mpi-constants.h"), re.M):
        match = re.match(r"\(?(?:\((\w+)\))?(-?\w+)\)?$", text)
        if not match or NOT_CONSTANTS.match(name):
            continue
        value = int(match[2], 0) - bool(LENGTH.match(name))
        found.append((name, match[1] or "int", value))
    return found


# Special addresses: COMMON blocks that weft defines, and their value in C.
SENTINELS = [
    ("MPI_BOTTOM", "weft_f_bottom", "INTEGER", "MPI_BOTTOM"),
    ("MPI_IN_PLACE", "weft_f_in_place", "INTEGER", "MPI_IN_PLACE"),
    ("MPI_STATUS_IGNORE", "weft_f_status", "INTEGER(6)", "MPI_STATUS_IGNORE"),
    ("MPI_STATUSES_IGNORE", "weft_f_statuses", "INTEGER(6,1)",
     "MPI_STATUSES_IGNORE"),
    ("MPI_ERRCODES_IGNORE", "weft_f_errcodes", "INTEGER(1)",
     "MPI_ERRCODES_IGNORE"),
    ("MPI_UNWEIGHTED", "weft_f_unweighted", "INTEGER(1)", "MPI_UNWEIGHTED"),
    ("MPI_WEIGHTS_EMPTY", "weft_f_weights", "INTEGER(1)", "MPI_WEIGHTS_EMPTY"),
    ("MPI_ARGV_NULL", "weft_f_argv", "CHARACTER(1)", "MPI_ARGV_NULL"),
    ("MPI_ARGVS_NULL", "weft_f_argvs", "CHARACTER(1,1)", "MPI_ARGVS_NULL"),
]
# Predefined attribute functions, and their C value.
COPIERS = ["MPI_COMM_DUP_FN", "MPI_TYPE_DUP_FN", "MPI_WIN_DUP_FN", "MPI_DUP_FN"]
NULL_COPIERS = ["MPI_COMM_NULL_COPY_FN", "MPI_TYPE_NULL_COPY_FN",
                "MPI_WIN_NULL_COPY_FN", "MPI_NULL_COPY_FN"]
NULL_DELETERS = ["MPI_COMM_NULL_DELETE_FN", "MPI_TYPE_NULL_DELETE_FN",
                 "MPI_WIN_NULL_DELETE_FN", "MPI_NULL_DELETE_FN"]
PROCEDURES = COPIERS + NULL_COPIERS + NULL_DELETERS + [
    "MPI_CONVERSION_FN_NULL"]
# Functions of which an address is INTEGER or TYPE(C_PTR).
CPTR = ["MPI_Alloc_mem", "MPI_Win_allocate", "MPI_Win_allocate_shared",
        "MPI_Win_shared_query"]
