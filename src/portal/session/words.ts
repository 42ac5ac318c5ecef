import { inBoth } from "../frame/language.ts";

export const sessionWords = inBoth(
  {
    signIn: "Sign in",
    linkText: "This link signs you in once. It is spent when you press the button.",
    byProvider: (name: string) => `Sign in with ${name}`,
    byLink:
      "The first time you come in by a one-time link. Ask an owner of your organisation, or an operator, for one.",
  },
  {
    signIn: "Iniciar sesión",
    linkText: "Este enlace inicia sesión una sola vez. Se gasta al pulsar el botón.",
    byProvider: (name: string) => `Entrar con ${name}`,
    byLink:
      "La primera vez se entra con un enlace de un solo uso. Pídalo a un propietario de su organización o a un operador.",
  },
);
