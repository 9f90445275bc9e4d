// Commands in the playground's module: a line of JSON with its words, files
// and the names wanted back for each; a line with what came of it.
// usage: node batch.js GLUE.js <commands >results
"use strict"
const fs = require("fs")
const {load} = require(require("path").resolve(process.argv[2]))

function decode(files) {
  const made = {}
  for (const [name, text] of Object.entries(files))
    made[name] = Buffer.from(text, "base64")
  return made
}

const encode = (bytes) => Buffer.from(bytes).toString("base64")

async function main() {
  const weft = await load(fs.readFileSync(process.argv[2].replace(/\.js$/, ".wasm")))
  for (const line of fs.readFileSync(0, "utf8").split("\n")) {
    if (!line)
      continue
    const {argv, files} = JSON.parse(line)
    let result
    try {
      result = await weft.command(argv, decode(files), null)
    } catch (error) {
      result = {status: -1, out: [], err: Buffer.from(String(error.stack)), files: {}}
    }
    for (const name of Object.keys(files))
      delete result.files[name]
    for (const name of Object.keys(result.files))
      result.files[name] = encode(result.files[name])
    fs.writeSync(1, JSON.stringify({...result, out: encode(result.out),
      err: encode(result.err)}) + "\n")
  }
}

main()
