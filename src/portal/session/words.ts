import { inBoth } from "../frame/language.ts";

export const sessionWords = inBoth(
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
  {
    signIn: "Iniciar sesión",
    linkText: "Este enlace inicia sesión una sola vez. Se gasta al pulsar el botón.",
    ended:
      "Su sesión ha terminado. Inicie sesión en otra pestaña y envíe aquí lo que había rellenado.",
    endedTooLong:
      "Su sesión ha terminado, y lo que envió es demasiado largo para esperar en esta página: no se guardó nada. Inicie sesión en otra pestaña y vuelva atrás; puede que su navegador lo conserve.",
    signInBeside: "Iniciar sesión (en otra pestaña)",
    byProvider: (name: string) => `Entrar con ${name}`,
    byLink:
      "La primera vez se entra con un enlace de un solo uso. Pídalo a un propietario de su organización o a un operador.",
  },
);
