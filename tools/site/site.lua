-- All pages of the site in one run of pandoc: `tools/site.sh` calls it with these metadata.
--
--     out      the folder of the site
--     jobs     a file with a line for each page: PAGE FORMAT FILE
--     names    a file with a line for each name that is a link: NAME PAGE#ID
--     pages    the order of the pages: pages.txt
--     template a page: @ROOT@ the way to the root, @TITLE@, @BODY@, @ALONG@, @PAGES@
--
-- Links to documents become links to pages; names of the library, of manual pages and of documents
-- become links; pictures lead to their files; tables scroll by themselves.
local stringify = pandoc.utils.stringify
local names, titles, pages, places = {}, {}, {}, {}

local function read_file(path)
  local file = assert(io.open(path))
  local text = file:read("a")
  file:close()
  return text
end

local function write_file(path, text)
  local file = assert(io.open(path, "w"))
  file:write(text)
  file:close()
end

local function escape(text)
  return (text:gsub("[&<>\"]", {["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;"}))
end

local function quote(text)
  return (text:gsub('[\\"]', "\\%0"))
end

local function page_of(path)
  return (path:gsub("README%.md", "index.html"):gsub("%.md", ".html"))
end

-- ---- one page --------------------------------------------------------------------

local function links(root)
  local function linked(text, inline)
    local place = names[text:match("^([%w_]+)%(%)$") or text]
    if place then
      return pandoc.Link({inline}, root .. place)
    end
  end
  return {
    traverse = "topdown",
    Header = function(header) return header, false end,
    Link = function(link)
      if not link.target:match("^%a+:") then
        link.target = page_of(link.target)
      end
      return link, false -- no link within a link
    end,
    Image = function(image) return pandoc.Link({image}, image.src), false end,
    Code = function(code) return linked(code.text, code), false end,
    Str = function(str)
      local word, rest = str.text:match("^(.-)([.,:;]*)$")
      local link = linked(word, pandoc.Str(word))
      if link then
        return {link, pandoc.Str(rest)}, false
      end
    end,
  }
end

local wide = {Table = function(found)
  return pandoc.Div({found}, {class = "wide", tabindex = "0"})
end}

-- A manual page has its name and its section in the head, and headings without identifiers.
local function with_heading(document)
  local meta = document.meta
  if meta.section then
    document = document:walk({Header = function(header)
      header.level = header.level + 1
      header.identifier = stringify(header):lower():gsub("%W+", "-")
      return header
    end})
    document.blocks:insert(1, pandoc.Header(1, stringify(meta.title):lower() .. "(" ..
      stringify(meta.section) .. ")"))
  end
  return document
end

-- What a title is replaced by: itself, and the list of the headings below.
local function contents(document)
  local rows = {}
  for _, block in ipairs(document.blocks) do
    if block.t == "Header" and block.level == 2 then
      table.insert(rows, string.format('<li><a href="#%s">%s</a></li>', block.identifier,
        escape(stringify(block)):gsub("%%", "%%%%")))
    end
  end
  return #rows < 3 and "%0" or '%0\n<details class="toc"><summary>On this page</summary>\n<ul>\n' ..
    table.concat(rows, "\n") .. "\n</ul>\n</details>"
end

-- The headings of a page, for places.js.
local function list_places(document, page)
  document:walk({Header = function(header)
    if header.identifier ~= "" then
      table.insert(places, string.format('["%s", "%s", "%s"]', page .. "#" .. header.identifier,
        quote(stringify(header)), quote(titles[page])))
    end
  end})
end

-- ---- between pages ---------------------------------------------------------------

-- The pages in their order: {page, title}, or {group}. Every document must be among them.
local function read_pages(path)
  local listed = {}
  for line in io.lines(path) do
    local file, title = line:match("^(%S+%.%a+) ?(.*)$")
    local page = file and page_of(file)
    if page then
      listed[page] = true
      table.insert(pages, {page = page, title = title ~= "" and title or titles[page]})
    elseif line ~= "" and not line:match("^#") then
      table.insert(pages, {group = line})
    end
  end
  for page in pairs(titles) do
    assert(listed[page] or not page:match("^docs/"), path .. " lacks the document of " .. page)
  end
end

local function list_pages(root, here)
  local out, open = {}, false
  for _, row in ipairs(pages) do
    if row.group then
      table.insert(out, (open and "</ul>\n" or "") .. "<h2>" .. row.group .. "</h2>\n<ul>")
      open = true
    else
      table.insert(out, string.format('<li><a href="%s"%s>%s</a></li>', root .. row.page,
        row.page == here and ' aria-current="page"' or "", escape(row.title)))
    end
  end
  return table.concat(out, "\n") .. "\n</ul>"
end

local function along(root, here)
  local before, found, after
  for _, row in ipairs(pages) do
    if row.page and found then
      after = row
      break
    end
    found = row.page == here
    before = not found and row.page and row or before
  end
  if not found then
    return ""
  end
  local function link(row, rel, form)
    return row and string.format('<a rel="%s" href="%s">' .. form .. "</a>\n", rel,
      root .. row.page, escape(row.title)) or ""
  end
  return link(before, "prev", "← %s") .. link(after, "next", "%s →")
end

-- ---- all -------------------------------------------------------------------------

local function read_jobs(path)
  local jobs = {}
  for line in io.lines(path) do
    local page, format, file = line:match("^(%S+) (%S+) (.+)$")
    local document = with_heading(pandoc.read(read_file(file), format))
    local heading = document.blocks[1]
    assert(heading.t == "Header" and heading.level == 1, file .. " begins without a title")
    titles[page] = stringify(heading)
    table.insert(jobs, {page = page, document = document})
  end
  return jobs
end

function Pandoc(main)
  local function given(name) return stringify(main.meta[name]) end
  for line in io.lines(given("names")) do
    local name, place = line:match("^(.+) (%S+)$")
    names[name] = place
  end
  local jobs = read_jobs(given("jobs"))
  read_pages(given("pages"))
  local template = read_file(given("template"))
  for _, job in ipairs(jobs) do
    local root = job.page:gsub("[^/]+/", "../"):gsub("[^/]+$", "")
    root = job.page:match("/") and root or ""
    local document = job.document:walk(links(root)):walk(wide)
    local body = pandoc.write(document, "html5"):gsub("</h1>", contents(document), 1)
    local parts = {
      ROOT = root, TITLE = escape(titles[job.page]), BODY = body,
      ALONG = along(root, job.page), PAGES = list_pages(root, job.page),
    }
    write_file(given("out") .. "/" .. job.page, (template:gsub("@(%u+)@", parts)))
    list_places(document, job.page)
  end
  write_file(given("out") .. "/places.js",
    "const places = [\n" .. table.concat(places, ",\n") .. "\n];\n")
end
