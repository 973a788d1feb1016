/** Answer with a document that any page may read, and cache for a short time. */
export function publicJson(body: unknown, maxAgeSeconds: number): Response {
  return Response.json(body, {
    headers: {
      "access-control-allow-origin": "*",
      "cache-control": `public, max-age=${maxAgeSeconds}`,
    },
  });
}
