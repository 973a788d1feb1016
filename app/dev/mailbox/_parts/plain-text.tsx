/** Plain text as it was sent, with clickable addresses. */
export function PlainText({ text }: { text: string }) {
  // Splitting by a group retains the addresses, at the odd indexes.
  const pieces = text.split(/(https?:\/\/\S+)/);
  return (
    <pre
      dir="auto"
      className="overflow-x-auto whitespace-pre-wrap px-6 py-6 font-mono text-sm leading-6 wrap-anywhere"
    >
      {pieces.map((piece, position) =>
        position % 2 === 1 ? (
          <a key={`${position.toString()}-link`} className="text-link" href={piece}>
            {piece}
          </a>
        ) : (
          piece
        ),
      )}
    </pre>
  );
}
