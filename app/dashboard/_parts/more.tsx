import Link from "next/link";
import { quietButton } from "@/app/dashboard/_parts/buttons";
import { wordsOf } from "@/app/dashboard/_words/words-of";

/** Link to the next rows (`?after=`). */
export async function More({ href }: { href: string }) {
  const { t } = await wordsOf("frame");
  return (
    <nav aria-label={t("nouns.moreResults")} className="mt-6 flex justify-center">
      <Link href={href} className={quietButton}>
        {t("nouns.showNext")}
      </Link>
    </nav>
  );
}
