import type { Metadata } from "next";
import { MailboxFrame } from "./_parts/mailbox-frame";
import { localMessages } from "./local-messages";

export const metadata: Metadata = { title: "Mailbox" };

export default async function MailboxPage() {
  const messages = await localMessages();
  return (
    <MailboxFrame messages={messages}>
      <p className="rounded-2xl border border-line border-dashed p-10 text-center text-soft">
        {messages.length > 0 ? "Choose a message to read it." : "Messages are read here."}
      </p>
    </MailboxFrame>
  );
}
