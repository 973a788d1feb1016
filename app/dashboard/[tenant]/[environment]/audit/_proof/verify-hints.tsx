import { wordsOf } from "@/app/dashboard/_words/words-of";

/** Page that explains the command and the rest. */
const GUIDE = "/docs/guides/prove-the-trail";
const COMMAND = "npm run atrium -- audit verify";

/** Hints for users who run no scripts, or do not trust ours. */
export async function VerifyHints() {
  const { t } = await wordsOf("proof");
  return (
    <div className="space-y-3 text-sm">
      <noscript>
        <p className="mb-2 font-medium">{t("verify.noScript")}</p>
        <pre dir="ltr" className="mb-3 overflow-x-auto font-mono text-[0.8125rem]">
          {COMMAND}
        </pre>
      </noscript>
      <p className="max-w-2xl text-neutral-600 dark:text-neutral-400">
        {t.rich("verify.trust", {
          command: () => (
            <code dir="ltr" className="font-mono text-[0.8125rem]">
              atrium audit verify
            </code>
          ),
          guide: (text) => (
            <a href={GUIDE} className="underline underline-offset-4">
              {text}
            </a>
          ),
        })}
      </p>
    </div>
  );
}
