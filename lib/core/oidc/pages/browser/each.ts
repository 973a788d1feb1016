/** Does something with each element of the page that a selector finds. */
export function each<E extends HTMLElement>(selector: string, work: (element: E) => void): void {
  for (const element of document.querySelectorAll<E>(selector)) work(element);
}
