import { Fragment } from "react";
import { TextLink } from "@/app/dashboard/_nouns/text-link";
import type { Place } from "@/app/dashboard/administrator";
import type { StoredAuditEvent } from "@/lib/audit/stored-audit-event";
import { partyPath } from "./party-path";
import { type Names, type SentencePart, sentenceParts } from "./sentence-parts";

interface Props {
  event: StoredAuditEvent;
  names: Names;
  place: Place;
}

/** An event as a sentence, whose names lead to their pages. */
export function Sentence({ event, names, place }: Props) {
  const parts = sentenceParts(event, names);
  // Pages are of one environment: what another one's event names has no page here.
  const isHere = event.environment === place.environment;
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have an order and nothing else
    <Fragment key={index}>
      <Part part={index === 0 ? capitalised(part) : part} place={isHere ? place : null} />
    </Fragment>
  ));
}

function Part({ part, place }: { part: SentencePart; place: Place | null }) {
  if (typeof part === "string") return part;
  const path = place && partyPath(place, part.party);
  return path ? <TextLink href={path}>{part.text}</TextLink> : <strong>{part.text}</strong>;
}

/** A sentence begins with a capital. A person's name and address stay as they are written. */
function capitalised(part: SentencePart): SentencePart {
  const inWords = typeof part === "string" || /^(the|an?) /.test(part.text);
  if (!inWords) return part;
  const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  return typeof part === "string" ? upper(part) : { ...part, text: upper(part.text) };
}
