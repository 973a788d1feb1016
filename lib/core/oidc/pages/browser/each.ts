/** Calls a function for each element that a selector matches. */
export function each<E extends HTMLElement>(selector: string, work: (element: E) => void): void {
  for (const element of document.querySelectorAll<E>(selector)) work(element);
}
