#!/usr/bin/env python3
"""Print the SPDX document of a release: weft, what is compiled in, what is linked.

usage: spdx.py VERSION ARCHIVE DATE      DATE: of the commit, 2026-01-31T12:00:00Z
"""
import hashlib
import json
import pathlib
import sys

# Name, licence, how weft contains it.
OTHERS = (
    ("CaDiCaL", "MIT", "STATIC_LINK"),
    ("Random123", "BSD-3-Clause", "STATIC_LINK"),
    ("libxml2", "MIT", "DYNAMIC_LINK"),
    ("zlib", "Zlib", "DYNAMIC_LINK"),
)


def package(name, licence, **more):
    return {"name": name, "SPDXID": "SPDXRef-" + name, "downloadLocation": "NOASSERTION",
            "filesAnalyzed": False, "licenseConcluded": licence, "licenseDeclared": licence,
            "copyrightText": "NOASSERTION", **more}


def related(kind, first, second):
    return {"spdxElementId": "SPDXRef-" + first, "relationshipType": kind,
            "relatedSpdxElement": "SPDXRef-" + second}


def main(version, archive, date):
    digest = hashlib.sha256(pathlib.Path(archive).read_bytes()).hexdigest()
    weft = package("weft", "MIT", versionInfo=version,
                   packageFileName=pathlib.Path(archive).name,
                   checksums=[{"algorithm": "SHA256", "checksumValue": digest}])
    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": "weft-" + version, "documentNamespace": "urn:sha256:" + digest,
        "creationInfo": {"created": date, "creators": ["Tool: weft-spdx.py-" + version]},
        "packages": [weft, *(package(name, licence) for name, licence, _ in OTHERS)],
        "relationships": [related("DESCRIBES", "DOCUMENT", "weft"),
                          *(related(kind, "weft", name) for name, _, kind in OTHERS)],
    }
    print(json.dumps(document, indent=2))


main(*sys.argv[1:])
