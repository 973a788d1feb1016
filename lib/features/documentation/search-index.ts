import { Marked, type Token, type Tokens } from "marked";
import { freshAnchor } from "@/lib/features/documentation/markdown";

/** A place in a page that a search can lead to. */
export interface Place {
  /** With the anchor: `/docs/operations#the-image`. */
  address: string;
  page: string;
  heading: string;
  text: string;
}

/** What a search found, the best first. */
export interface Found {
  place: Place;
  /** Words around the first hit. */
  excerpt: string;
}

const MOST = 30;
const AROUND = 90;

/** Where every word of the query is found: in a place's heading or page before its text. Letters' case does not count. */
export function search(places: readonly Place[], query: string): Found[] {
  const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}_.:-]+/gu) ?? [])].slice(0, 8);
  if (words.length === 0) return [];
  return places
    .map((place) => ({ place, score: scoreOf(place, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ place }) => ({ place, excerpt: excerptOf(place.text, words) }));
}

/** Zero unless every word is there. */
function scoreOf({ heading, page, text }: Place, words: readonly string[]): number {
  const [own, whole, body] = [heading.toLowerCase(), page.toLowerCase(), text.toLowerCase()];
  let score = 0;
  for (const word of words) {
    const points =
      (own === word ? 40 : 0) +
      (own.includes(word) ? 20 : 0) +
      (whole.includes(word) ? 5 : 0) +
      (body.includes(word) ? 2 : 0);
    if (points === 0) return 0;
    score += points;
  }
  return score;
}

function excerptOf(text: string, words: readonly string[]): string {
  const low = text.toLowerCase();
  const first = words.map((word) => low.indexOf(word)).filter((at) => at >= 0);
  const at = first.length > 0 ? Math.min(...first) : 0;
  const from = at <= AROUND ? 0 : text.indexOf(" ", at - AROUND) + 1;
  const end = from + 2 * AROUND;
  const cut = end >= text.length ? text.slice(from) : text.slice(from, text.lastIndexOf(" ", end));
  return `${from > 0 ? "… " : ""}${cut}${from + cut.length < text.length ? " …" : ""}`;
}

/** The places of a page: one for each heading down to the third level.
 *  @param address of the page */
export function placesOf(markdown: string, page: string, address: string): Place[] {
  const taken = new Map<string, number>();
  const places: Place[] = [{ address, page, heading: page, text: "" }];
  for (const token of new Marked({ gfm: true }).lexer(markdown)) {
    if (token.type === "heading") {
      const heading = wordsOf(token);
      const anchor = freshAnchor(heading, taken);
      if (token.depth > 1 && token.depth < 4)
        places.push({ address: `${address}#${anchor}`, page, heading, text: "" });
      continue;
    }
    const last = places.at(-1);
    if (last) last.text = `${last.text} ${wordsOf(token)}`.trim();
  }
  return places;
}

function wordsOf(token: Token): string {
  // Every token has some of these, whatever its type.
  const { type, text, tokens, items, header, rows }: Tokens.Generic = token;
  if (type === "html") return "";
  if (type === "table")
    return [header, ...rows]
      .flat()
      .map((cell: Tokens.TableCell) => cell.tokens.map(wordsOf).join(""))
      .join(" ");
  const inner: Token[] | undefined = tokens ?? items;
  if (inner) return inner.map(wordsOf).join(type === "list" ? " " : "");
  return String(text ?? "").replace(/\s+/g, " ");
}
