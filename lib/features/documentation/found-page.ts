import { type Html, html } from "@/lib/features/documentation/reference/html";
import type { SearchResult } from "@/lib/features/documentation/search-index";

/** Content of the page of search results. */
export function searchResultsPage(query: string, found: readonly SearchResult[]): Html {
  if (query.trim() === "")
    return html`<h1>Search</h1><p>Type words above. A place is found when it has all of them.</p>`;
  if (found.length === 0)
    return html`<h1>Nothing found</h1><p>No page has all of these words: <b>${query}</b>. Fewer words find more.</p>`;
  const items = found.map(
    ({ place, excerpt }) =>
      html`<li><a href="${place.address}">${place.heading}</a>${place.heading !== place.page && html` <small>${place.page}</small>`}<p>${excerpt}</p></li>`,
  );
  return html`<h1>Found for ${query}</h1><ul class="found">${items}</ul>`;
}
