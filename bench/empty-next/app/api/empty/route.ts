/** Cost of Next when a handler does nothing: the baseline of our own handlers. */
export const dynamic = "force-dynamic";
export const GET = () => Response.json({});
