"""Holds values to JSON schemas: the keywords of draft 2020-12 that the schemas
of weft use, and no others. Places in values are tuples of keys."""
import json
import os
import re

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool,
         "integer": int, "number": (int, float), "null": type(None)}
KEYWORDS = {"$schema", "$id", "$ref", "$defs", "title", "description", "type",
            "properties", "required", "additionalProperties",
            "unevaluatedProperties", "items", "enum", "const", "minimum", "maximum",
            "pattern", "anyOf"}


class Refused(Exception):
    """A value that is not as the schema says."""

    def __init__(self, where, text):
        super().__init__("%s: %s" % ("/".join(map(str, where)), text))


def is_a(value, name):
    if isinstance(value, bool):
        return name == "boolean"
    return isinstance(value, TYPES[name])


class Schemas:
    """The schemas of a folder. `seen` collects the places of the members that
    values had, `required` the places of the members that they must have."""

    def __init__(self, folder):
        self.seen, self.required = set(), set()
        self.files = {}
        for name in sorted(os.listdir(folder)):
            if name.endswith(".json"):
                with open(os.path.join(folder, name)) as file:
                    self.files[name] = json.load(file)

    def members(self):
        """The places of all members of all objects."""
        return {place + "/" + name for place, schema in self.walk()
                for name in schema.get("properties", {})}

    def walk(self):
        """Each schema with its place."""
        stack = [(name + "#", schema) for name, schema in self.files.items()]
        while stack:
            place, schema = stack.pop()
            if not isinstance(schema, dict):
                continue
            yield place, schema
            for group in "properties", "$defs":
                stack += [("%s/%s/%s" % (place, group, name), part)
                          for name, part in schema.get(group, {}).items()]
            stack += [("%s/%s" % (place, key), schema[key])
                      for key in ("items", "additionalProperties") if key in schema]
            stack += [("%s/anyOf/%d" % (place, i), part)
                      for i, part in enumerate(schema.get("anyOf", []))]

    def at(self, reference, place):
        """The schema that a reference names, and its place."""
        file, _, pointer = reference.partition("#")
        file = file or place.partition("#")[0]
        schema = self.files[file]
        for name in pointer.split("/")[1:]:
            schema = schema[name]
        return schema, file + "#" + pointer

    def hold(self, value, name):
        """Refuse a value that is not as the schema NAME says."""
        self.visit(value, self.files[name + ".json"], name + ".json#", ())

    def visit(self, value, schema, place, where):
        """Returns the members of the value that the schema knows."""
        known = set()
        if "$ref" in schema:
            known |= self.visit(value, *self.at(schema["$ref"], place), where)
        self.simple(value, schema, where)
        if "anyOf" in schema:
            self.any_of(value, schema["anyOf"], place, where)
        if isinstance(value, list) and "items" in schema:
            for i, part in enumerate(value):
                self.visit(part, schema["items"], place + "/items",
                           (*where, i))
        if isinstance(value, dict):
            known |= self.object(value, schema, place, where, known)
        return known

    def simple(self, value, schema, where):
        types = schema.get("type", [])
        types = [types] if isinstance(types, str) else types
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        same = [one for one in schema.get("enum", [schema.get("const")])
                if one == value and type(one) is type(value)]
        if types and not any(is_a(value, name) for name in types):
            raise Refused(where, "%.40r is not of type %s" % (value, types))
        if ("enum" in schema or "const" in schema) and not same:
            raise Refused(where, "%.40r is no such word" % (value,))
        if number and not (schema.get("minimum", value) <= value <=
                           schema.get("maximum", value)):
            raise Refused(where, "%r is out of range" % value)
        if isinstance(value, str) and not re.search(schema.get("pattern", ""), value):
            raise Refused(where, "%r has another form" % value)

    def any_of(self, value, parts, place, where):
        for i, part in enumerate(parts):
            try:
                self.visit(value, part, "%s/anyOf/%d" % (place, i), where)
                return
            except Refused:
                pass
        raise Refused(where, "%.40r is none of these" % (value,))

    def object(self, value, schema, place, where, known):
        own = schema.get("properties", {})
        for name in schema.get("required", []):
            self.required.add((*where, name))
            if name not in value:
                raise Refused(where, "lacks " + name)
        for name, part in value.items():
            at = (*where, name)
            if name in own:
                self.seen.add("%s/%s" % (place, name))
                self.visit(part, own[name], "%s/properties/%s" % (place, name), at)
                continue
            more = schema.get("additionalProperties", True)
            if more is False or (schema.get("unevaluatedProperties", True) is False
                                 and name not in known):
                raise Refused(at, "no such member")
            if more is not True:
                self.visit(part, more, place + "/additionalProperties", at)
        return set(own) & set(value)
