import { withSpanish } from "../frame/read-words.ts";
import spanish from "./words.es.txt";

export const sessionWords = withSpanish(
  {
    signIn: "Sign in",
    linkText: "This link signs you in once. It is spent when you press the button.",
    ended: "Your session has ended. Sign in in another tab, then send here what you had filled in.",
    endedTooLong:
      "Your session has ended, and what you sent is too long to wait in this page: nothing of it was saved. Sign in in another tab, then go back; your browser may still have it.",
    signInBeside: "Sign in (in a new tab)",
    byProvider: (name: string) => `Sign in with ${name}`,
    byLink:
      "The first time you come in by a one-time link. Ask an owner of your organisation, or an operator, for one.",
  },
  spanish,
  {
    byProvider: (name: string) => `Entrar con ${name}`,
  },
);
