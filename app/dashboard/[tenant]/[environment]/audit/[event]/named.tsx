import Link from "next/link";
import { TextLink } from "@/app/dashboard/_parts/text";
import { nounOf } from "@/app/dashboard/_sentences/party-words";
import type { Names } from "@/app/dashboard/_sentences/told";
import type { Catalog } from "@/app/dashboard/_words/catalogs";
import { filled } from "@/app/dashboard/_words/filled";
import type { AuditTarget } from "@/lib/core/audit/audit-event";

interface NamedProps {
  party: AuditTarget;
  names: Names;
  texts: Catalog["audit"];
  /** Page of the party; null when it has none. */
  page: string | null;
  /** Text and address of the link to all events about the party. */
  all: string;
  href: string;
}

/** Actor or target of an event, with links to its own page and to the events about it. */
export function Named({ party, names, texts, page, all, href }: NamedProps) {
  const name = party.name ?? names.get(party.id);
  const type = nounOf(texts, party.type);
  const shown = name ? filled(texts.parties.named, { name, type }) : type;
  return (
    <div className="wrap-anywhere">
      {page ? <TextLink href={page}>{shown}</TextLink> : shown}
      <span className="block font-mono text-[0.8125rem] break-all">{party.id}</span>
      <Link href={href} className="underline underline-offset-4">
        {all}
      </Link>
    </div>
  );
}
