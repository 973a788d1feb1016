import type { ReactNode } from "react";
import { TextLink } from "@/app/dashboard/_parts/text";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import type { StoredAuditEvent } from "@/lib/core/audit/stored-audit-event";
import { partyPath } from "./party-path";
import { type Named, type Names, placeholderValues, sentenceKey } from "./told";

interface Props {
  event: StoredAuditEvent;
  names: Names;
  place: Place;
}

/** Event as a sentence, whose names link to their pages. */
export async function Sentence({ event, names, place }: Props) {
  const words = await wordsOf("audit");
  // Pages belong to one environment: the parties of another one's event have no page here.
  const here = event.environment === place.environment ? place : null;
  const name = (named: Named) => <Name {...named} place={here} />;
  return words.t.rich(
    sentenceKey(event),
    placeholderValues<ReactNode>({ event, names, words }, name),
  );
}

/** Name within a sentence, in a direction of its own, independent of the sentence's. */
function Name({ text, party, place }: Named & { place: Place | null }) {
  if (!party) return text;
  const path = place && partyPath(place, party);
  const name = <bdi>{text}</bdi>;
  return path ? <TextLink href={path}>{name}</TextLink> : <strong>{name}</strong>;
}
