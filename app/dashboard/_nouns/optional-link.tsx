import { Quiet } from "@/app/dashboard/_nouns/quiet";
import { TextLink } from "@/app/dashboard/_nouns/text-link";

/** A link to something that need not be there. */
export function OptionalLink({ href, name }: { href: string; name: string | null }) {
  return name === null ? <Quiet>none</Quiet> : <TextLink href={href}>{name}</TextLink>;
}
