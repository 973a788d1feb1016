import type { MailboxMessage } from "@/lib/kernel/mail/mailbox-store";
import { SentAt } from "./sent-at";

/** Rights of a displayed message: its own style and images, and links that open in a new tab. */
const RULES =
  '<meta http-equiv="content-security-policy" content="default-src \'none\'; style-src \'unsafe-inline\'; img-src data:"><base target="_blank">';

/** One message, as HTML or as plain text. */
export function MessageView({ message, asText }: { message: MailboxMessage; asText: boolean }) {
  const { id, subject, to, sentAt, html, text } = message;
  return (
    <article className="overflow-hidden rounded-2xl border border-line bg-card">
      <header className="border-line border-b px-6 py-5">
        <a className="text-link mb-3 inline-block lg:hidden" href="/dev/mailbox">
          All messages
        </a>
        <h2 className="text-lg font-semibold">{subject}</h2>
        <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-soft">
          <span className="break-all">to {to}</span>
          <SentAt at={sentAt} />
        </p>
        <nav aria-label="Forms of the message" className="mt-4 flex gap-5 text-sm">
          <FormLink href={`/dev/mailbox/${id}`} chosen={!asText} label="HTML" />
          <FormLink href={`/dev/mailbox/${id}?view=text`} chosen={asText} label="Plain text" />
        </nav>
      </header>
      {asText ? (
        <PlainText text={text} />
      ) : (
        <iframe
          title={subject}
          // No scripts, no forms, no origin: only new tabs, for its links.
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          srcDoc={html.replace(/<head[^>]*>/, (head) => head + RULES)}
          className="block h-[46rem] w-full"
        />
      )}
    </article>
  );
}

function FormLink({ href, chosen, label }: { href: string; chosen: boolean; label: string }) {
  return (
    <a
      href={href}
      aria-current={chosen ? "page" : undefined}
      className="py-1 text-soft underline-offset-8 hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:underline aria-[current]:decoration-2"
    >
      {label}
    </a>
  );
}

/** Plain text as it was sent, with clickable addresses. */
function PlainText({ text }: { text: string }) {
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
