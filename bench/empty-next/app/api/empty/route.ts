/** What Next costs when a handler does nothing: the measure our own handlers are held against. */
export const dynamic = "force-dynamic";
export const GET = () => Response.json({});
