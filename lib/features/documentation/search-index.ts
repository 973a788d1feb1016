import { Marked, type Token, type Tokens } from "marked";
import { freshAnchor } from "@/lib/features/documentation/markdown";

/** A place in a page that a search can find. */
export interface Place {
  /** With the anchor: `/docs/operations#the-image`. */
  address: string;
  page: string;
  heading: string;
  text: string;
}

/** A search result. */
export interface SearchResult {
  place: Place;
  /** Text around the first match. */
  excerpt: string;
}

const MOST = 30;
const AROUND = 90;

/** Finds the places that contain every word of the query, the best first: matches in a heading or page
 *  title rank before those in the text. Case-insensitive. */
export function search(places: readonly Place[], query: string): SearchResult[] {
  const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}_.:-]+/gu) ?? [])].slice(0, 8);
  if (words.length === 0) return [];
  return places
    .map((place) => ({ place, score: scoreOf(place, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ place }) => ({ place, excerpt: excerptOf(place.text, words) }));
}

/** Score of a place; zero unless it contains every word. */
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

/** Places of a page: one for each heading down to the third level.
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
  // Tokens of every type have some of these fields.
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
