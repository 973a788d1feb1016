import { askAgain } from "@/lib/core/oidc/pages/browser/ask-again";
import { copyText } from "@/lib/core/oidc/pages/browser/copy-text";
import { countDown } from "@/lib/core/oidc/pages/browser/count-down";
import { goOnElsewhere } from "@/lib/core/oidc/pages/browser/go-on-elsewhere";
import { noteCapsLock } from "@/lib/core/oidc/pages/browser/note-caps-lock";
import { revealPasswords } from "@/lib/core/oidc/pages/browser/reveal-passwords";
import { sendOnce } from "@/lib/core/oidc/pages/browser/send-once";
import { sendWholeCode } from "@/lib/core/oidc/pages/browser/send-whole-code";
import { usePasskey } from "@/lib/core/oidc/pages/browser/use-passkey";

// Everything that runs in a browser on the hosted pages. It is optional: each page works without scripts.
revealPasswords();
noteCapsLock();
countDown();
sendOnce();
sendWholeCode();
goOnElsewhere();
askAgain();
copyText();
// biome-ignore lint/correctness/useHookAtTopLevel: nothing of React is here
usePasskey();
