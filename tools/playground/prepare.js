// What the page need not ask for at its start, from the playground's own commands: the lists that its
// controls are made of, and the pictures of its examples.
// usage: node prepare.js GLUE.js EXAMPLES.json >{lists, pictures}.json
"use strict"
const fs = require("fs")
const {resolve} = require("path")

/** The command that runs an example, from the words of its address. */
function runWords(address) {
  const words = new URLSearchParams(address)
  const argv = ["run", words.get("p"), "-n", words.get("n"), "-s", words.get("s")]
  if (words.has("cost")) argv.push("--cost", words.get("cost"))
  for (const [key, value] of words) if (key.startsWith("x.")) argv.push(`--${key.slice(2)}=${value}`)
  return [...argv, "--on-conflict", "report", "-t", "run.csv"]
}

async function main([, , glue, examples]) {
  const {load} = require(resolve(glue)), weft = await load(fs.readFileSync(glue.replace(/\.js$/, ".wasm"))), pictures = []
  for (const [title, address, kind] of JSON.parse(fs.readFileSync(examples, "utf8"))) {
    const run = await weft.command(runWords(address), {}, ["run.csv"])
    const drawn = await weft.command(["figure", kind, "run.csv"], run.files, [])
    if (drawn.status) throw new Error(`${title}: ${Buffer.from(run.err)}${Buffer.from(drawn.err)}`)
    pictures.push(Buffer.from(drawn.out).toString())
  }
  const {out} = await weft.command(["list", "--json"], {}, [])
  fs.writeFileSync(1, JSON.stringify({lists: JSON.parse(Buffer.from(out).toString()), pictures}))
}

main(process.argv).catch(error => {
  console.error(`prepare.js: ${error.message}`)
  process.exitCode = 1
})
