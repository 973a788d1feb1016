import { Quiet } from "@/app/dashboard/_nouns/quiet";
import { TextLink } from "@/app/dashboard/_nouns/text-link";
import { wordsOf } from "@/app/dashboard/_words/words-of";

/** Link to something that may not exist. */
export async function OptionalLink({ href, name }: { href: string; name: string | null }) {
  if (name !== null) return <TextLink href={href}>{name}</TextLink>;
  const { t } = await wordsOf("frame");
  return <Quiet>{t("nouns.none")}</Quiet>;
}
