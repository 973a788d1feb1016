import type { MailboxMessage } from "@/lib/kernel/mail/mailbox-store";
import { SentAt } from "./sent-at";

/** Messages, newest first. */
export function MessageList({ messages, openId }: { messages: MailboxMessage[]; openId?: string }) {
  if (messages.length === 0)
    return (
      <p className="rounded-2xl border border-line bg-card p-6 text-soft">
        No mail yet. Sign in, reset a password or invite somebody, and it shows here.
      </p>
    );
  return (
    <ol className="overflow-hidden rounded-2xl border border-line bg-card">
      {messages.map(({ id, to, subject, sentAt }) => (
        <li key={id} className="border-line border-b last:border-b-0">
          <a
            href={`/dev/mailbox/${id}`}
            aria-current={id === openId ? "page" : undefined}
            className="block px-4 py-3.5 outline-offset-[-2px] hover:bg-ground aria-[current]:bg-ground"
          >
            <span className="block truncate font-medium">{subject}</span>
            <span className="mt-0.5 flex justify-between gap-4 text-sm text-soft">
              <span className="truncate">{to}</span>
              <span className="shrink-0">
                <SentAt at={sentAt} />
              </span>
            </span>
          </a>
        </li>
      ))}
    </ol>
  );
}
