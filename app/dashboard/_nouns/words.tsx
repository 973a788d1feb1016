/** Identifiers beside each other; a text when there are none. */
export function Words({ words, none }: { words: readonly string[]; none: string }) {
  if (words.length === 0)
    return <span className="text-neutral-600 dark:text-neutral-400">{none}</span>;
  return (
    <ul className="flex flex-wrap gap-1.5">
      {words.map((word) => (
        <li
          key={word}
          className="rounded-md bg-neutral-100 px-2 py-0.5 font-mono text-xs break-all dark:bg-neutral-800"
        >
          {word}
        </li>
      ))}
    </ul>
  );
}
