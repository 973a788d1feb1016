import { publicRoute } from "@/lib/core/http/public-route";
import { resource } from "@/lib/core/http/resource";
import { missing } from "@/lib/kernel/errors";
import { openLocalMailbox } from "@/lib/kernel/mail/local-mailbox";

/** The local mailbox for scripts and tests, the newest message first. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: publicRoute(async ({ request }) => {
    const messages = await openLocalMailbox(request.headers.get("host"));
    if (!messages) throw missing();
    const shown = messages.map(({ id, to, template, subject, text, html, sentAt }) => ({
      id,
      to,
      template,
      subject,
      text,
      html,
      at: sentAt.toISOString(),
    }));
    return Response.json({ messages: shown }, { headers: { "cache-control": "no-store" } });
  }),
});
