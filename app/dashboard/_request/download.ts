interface File {
  /** Characters that no system allows in a file name become underscores. */
  name: string;
  type: string;
}

/** Answers with a file to download. Pieces are written while they are read, so the size of a file needs no
 *  memory; a file that fails early is cut off, and never looks whole. CSV begins with a byte order mark,
 *  without which Excel assumes another encoding. */
export function download(content: string | AsyncGenerator<string, void>, file: File): Response {
  const mark = file.type.startsWith("text/csv") ? "\ufeff" : "";
  return new Response(typeof content === "string" ? mark + content : streamOf(content, mark), {
    headers: {
      "content-type": file.type,
      "content-disposition": `attachment; filename="${file.name.replace(/[^\w.-]/g, "_")}"`,
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    },
  });
}

/** Makes each piece when the reader has taken the last one, and stops when they disconnect. */
function streamOf(pieces: AsyncGenerator<string, void>, mark: string): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        if (mark) controller.enqueue(encoder.encode(mark));
      },
      async pull(controller) {
        const { value, done } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await pieces.return();
      },
    },
    { highWaterMark: 1 },
  );
}
