import type { ReactNode } from "react";
import type { MailboxMessage } from "@/lib/kernel/mail/mailbox-store";
import { MessageList } from "./message-list";

interface Props {
  messages: MailboxMessage[];
  /** Id of the open message; on a phone it takes the list's place. */
  openId?: string;
  children: ReactNode;
}

/** Mailbox: the list beside the open message. */
export function MailboxFrame({ messages, openId, children }: Props) {
  return (
    <div className="mx-auto max-w-6xl px-5 py-10">
      <header className="mb-8 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h1 className="text-2xl font-semibold tracking-tight">
            <a href="/dev/mailbox">Mailbox</a>
          </h1>
          <p className="mt-1 max-w-2xl text-soft">
            What this local installation would send by email, whoever it is for. Nothing here leaves
            this machine.
          </p>
        </div>
        <a className="button button-quiet" href="/dev/mailbox">
          Look for new mail
        </a>
      </header>
      <div className="grid gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <nav aria-label="Messages" className={`min-w-0 ${openId ? "hidden lg:block" : ""}`}>
          <MessageList messages={messages} openId={openId} />
        </nav>
        <main className={`min-w-0 ${openId ? "" : "hidden lg:block"}`}>{children}</main>
      </div>
    </div>
  );
}
