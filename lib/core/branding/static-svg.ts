/** Elements that only draw. None repeats a part (use, pattern): a few nested ones occupy a browser for
 *  ever. */
const elements = new Set(
  `svg g defs title desc path rect circle ellipse line polyline polygon text tspan
   linearGradient radialGradient stop clipPath mask`.split(/\s+/),
);

/** Attributes that name a position, size, paint or id. No event handler, no style sheet, no address. */
const attributes = new Set(
  `id class xmlns xmlns:xlink version baseProfile viewBox preserveAspectRatio width height x y x1 y1 x2 y2
   cx cy r rx ry fx fy d points transform opacity fill fill-opacity fill-rule stroke stroke-width stroke-opacity
   stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset clip-path clip-rule mask
   offset stop-color stop-opacity gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits
   maskContentUnits color display visibility overflow role
   aria-label aria-hidden aria-labelledby focusable xml:space dx dy rotate text-anchor font-family font-size
   font-weight font-style letter-spacing dominant-baseline vector-effect shape-rendering paint-order
   mix-blend-mode isolation enable-background href xlink:href data-name`.split(/\s+/),
);

const namespaces: Record<string, string> = {
  xmlns: "http://www.w3.org/2000/svg",
  "xmlns:xlink": "http://www.w3.org/1999/xlink",
};

// The tokens of a plain drawing. Together they must make up the whole file; anything else is refused.
const TOKEN =
  /(?<comment><!--(?:(?!--)[\s\S])*-->)|<\/(?<close>[A-Za-z]+)\s*>|<(?<open>[A-Za-z]+)(?<attributes>(?:\s+[\w:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(?<empty>\/?)>|(?<text>[^<]+)/y;
const ATTRIBUTE = /([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const PROLOGUE = /^\uFEFF?\s*(?:<\?xml\s[^?<>]*\?>\s*)?/;

/** Whether an SVG file only draws: known shapes and paints, no script, no style sheet, no entity, no
 *  animation, and only references to its own parts. Anything unknown makes it false. (Shown as an image, a
 *  browser would run no script either; this makes it safe anywhere.) */
export function isStaticSvg(file: string): boolean {
  const source = file.replace(PROLOGUE, "").trim();
  const open: string[] = [];
  let began = false;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const token = TOKEN.exec(source)?.groups;
    if (!token) return false;
    if (token.text !== undefined && !isText(token.text, open.length > 0)) return false;
    if (token.close !== undefined && open.pop() !== token.close) return false;
    if (token.open !== undefined) {
      // Exactly one root element: the drawing.
      if (open.length === 0 && (began || token.open !== "svg")) return false;
      began = true;
      if (!elements.has(token.open) || !areHarmless(token.attributes ?? "")) return false;
      if (!token.empty) open.push(token.open);
    }
  }
  return began && open.length === 0;
}

function isText(text: string, inside: boolean): boolean {
  return inside ? isPlainValue(text) : text.trim() === "";
}

/** Character references could spell what is refused below; the five of XML can't. */
function isPlainValue(value: string): boolean {
  return !/&(?!(?:amp|lt|gt|quot|apos);)/.test(value);
}

function areHarmless(source: string): boolean {
  for (const [, name = "", double, single] of source.matchAll(ATTRIBUTE)) {
    const value = double ?? single ?? "";
    if (!attributes.has(name) || !isPlainValue(value)) return false;
    if (name in namespaces && value !== namespaces[name]) return false;
    if (/href$/.test(name) && !/^#[\w.-]+$/.test(value)) return false;
    // Paint that comes from elsewhere; a backslash could hide the word.
    if (/\\|\/\*/.test(value)) return false;
    const paints = value.match(/url\s*\(/gi)?.length ?? 0;
    if (paints !== (value.match(/url\(#[\w.-]+\)/g)?.length ?? 0)) return false;
  }
  return true;
}
