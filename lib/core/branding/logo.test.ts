import { expect, test } from "vitest";
import { describeLogo, LARGEST_LOGO_BYTES, logoOf } from "@/lib/core/branding/logo";

const bytes = (text: string, encoding: BufferEncoding = "utf8") => Buffer.from(text, encoding);
const png = (length = 64) =>
  Buffer.concat([bytes("\x89PNG\r\n\x1a\n", "latin1"), Buffer.alloc(length - 8)]);
const svg = (inside: string, attributes = "") =>
  bytes(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"${attributes}>${inside}</svg>`);

test("the type of a file is read from its content, not its name", () => {
  expect(logoOf(png())).toMatch(/^data:image\/png;base64,iVBORw0KGgo/);
  expect(logoOf(bytes("\xff\xd8\xff\xe0JFIF", "latin1"))).toMatch(/^data:image\/jpeg;/);
  expect(logoOf(bytes("RIFF\x10\0\0\0WEBPVP8 ", "latin1"))).toMatch(/^data:image\/webp;/);
  expect(describeLogo(logoOf(png(100)))).toBe("image/png, 100 bytes");
});

test("a drawing of shapes and gradients is accepted unchanged", () => {
  const drawing = bytes(`<?xml version="1.0" encoding="UTF-8"?>
    <!-- made by hand -->
    <svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox='0 0 24 24' fill="none">
      <title>A &amp; B</title>
      <defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/></linearGradient></defs>
      <g transform="translate(1 1)"><path d="M0 0h8v8z" fill="url(#a)"/></g>
    </svg>`);
  expect(logoOf(drawing)).toBe(`data:image/svg+xml;base64,${drawing.toString("base64")}`);
});

test.each([
  ["a script", svg("<script>alert(1)</script>")],
  ["an event handler", svg('<path d="M0 0" onload="alert(1)"/>')],
  ["a handler on the root", svg("", ' onload="alert(1)"')],
  ["a handler without quotes", svg("<path onload=alert(1)/>")],
  ["foreign content", svg('<foreignObject><iframe src="https://evil.example"/></foreignObject>')],
  ["a remote image", svg('<image href="https://evil.example/pixel.png"/>')],
  ["a remote part", svg('<use href="https://evil.example/a.svg#x"/>')],
  ["a part that repeats another", svg('<use href="#a"/>')],
  ["a script address", svg('<a href="javascript:alert(1)"><path d="M0 0"/></a>')],
  ["paint from elsewhere", svg('<path d="M0 0" fill="url(https://evil.example/a.svg#x)"/>')],
  ["paint from elsewhere, quoted", svg(`<path d="M0 0" fill="url('//evil.example')"/>`)],
  ["hidden paint", svg('<path d="M0 0" fill="u\\72l(//evil.example)"/>')],
  ["a style sheet", svg("<style>@import 'https://evil.example';</style>")],
  ["a style attribute", svg('<path style="background:url(//evil.example)" d="M0 0"/>')],
  ["an animation", svg('<path d="M0 0"><set attributeName="href" to="javascript:1"/></path>')],
  [
    "an entity",
    bytes('<!DOCTYPE svg [<!ENTITY x "y">]><svg xmlns="http://www.w3.org/2000/svg">&x;</svg>'),
  ],
  ["a character reference", svg('<use href="&#106;avascript:1"/>')],
  ["CDATA", svg("<![CDATA[<script>]]>")],
  ["a processing instruction", svg('<?xml-stylesheet href="https://evil.example"?>')],
  ["another namespace", bytes('<svg xmlns="http://www.w3.org/1999/xhtml"><path d="M0 0"/></svg>')],
  ["a prefixed element", svg('<h:script xmlns:h="http://www.w3.org/1999/xhtml">1</h:script>')],
  ["a second root", bytes('<svg xmlns="http://www.w3.org/2000/svg"></svg><svg></svg>')],
  ["an open end", bytes('<svg xmlns="http://www.w3.org/2000/svg"><g>')],
  ["crossed ends", svg("<g><defs></g></defs>")],
  ["a web page", bytes("<html><svg></svg></html>")],
  ["a text", bytes("logo")],
  ["nothing", bytes("")],
  ["bytes", Buffer.from([1, 2, 0xff, 0xfe])],
  ["a GIF", bytes("GIF89a....")],
])("%s is refused", (_, file) => {
  expect(() => logoOf(file)).toThrow(/^logo: /);
});

test("a logo has a maximum size, and a hostile one is refused quickly", () => {
  expect(() => logoOf(png(LARGEST_LOGO_BYTES))).not.toThrow();
  expect(() => logoOf(png(LARGEST_LOGO_BYTES + 1))).toThrow(/at most 64 KiB/);
  const started = performance.now();
  for (const hostile of [
    svg("<g>".repeat(20_000)),
    svg(`<path ${"a ".repeat(30_000)}>`),
    svg(`<path${" x='1'".repeat(10_000)}`),
    svg(`<!--${"-".repeat(60_000)}`),
  ])
    expect(() => logoOf(hostile)).toThrow();
  expect(performance.now() - started).toBeLessThan(1_000);
});
