import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { MailboxFrame } from "../_parts/mailbox-frame";
import { MessageView } from "../_parts/message-view";
import { localMessages } from "../local-messages";

export const metadata: Metadata = { title: "Mailbox" };

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<{ view?: string | string[] }>;
}

export default async function MessagePage({ params, searchParams }: Props) {
  const [messages, { id }, { view }] = await Promise.all([localMessages(), params, searchParams]);
  const message = messages.find((one) => one.id === id) ?? notFound();
  return (
    <MailboxFrame messages={messages} openId={id}>
      <MessageView message={message} asText={view === "text"} />
    </MailboxFrame>
  );
}
