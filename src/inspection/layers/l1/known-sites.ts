import { endingsOf, mostLabels } from "./endings-of.ts";

/**
 * Sites that everybody sends links to. Anybody may post there, but a link to one is no sign of fraud.
 */
const SITES =
  "youtube.com youtu.be wikipedia.org instagram.com facebook.com x.com twitter.com tiktok.com reddit.com pinterest.com linkedin.com twitch.tv vimeo.com spotify.com soundcloud.com " +
  "goo.gl maps.app.goo.gl waze.com meet.google.com zoom.us teams.microsoft.com drive.google.com docs.google.com wetransfer.com dropbox.com photos.app.goo.gl icloud.com " +
  "elpais.com elmundo.es lavanguardia.com abc.es marca.com as.com rtve.es eldiario.es 20minutos.es elconfidencial.com clarin.com lanacion.com.ar infobae.com pagina12.com.ar " +
  "eluniversal.com.mx milenio.com reforma.com excelsior.com.mx eltiempo.com elespectador.com semana.com emol.com latercera.com biobiochile.cl elcomercio.pe larepublica.pe rpp.pe gestion.pe " +
  "globo.com uol.com.br estadao.com.br terra.com.br r7.com abril.com.br publico.pt observador.pt rtp.pt sapo.pt dn.pt jn.pt expresso.pt " +
  "bbc.com bbc.co.uk cnn.com nytimes.com theguardian.com washingtonpost.com reuters.com bloomberg.com espn.com npr.org ft.com " +
  "idealista.com fotocasa.es milanuncios.com infojobs.net quintoandar.com.br imovirtual.com zillow.com rightmove.co.uk airbnb.com tripadvisor.com eventbrite.com eventbrite.es ticketmaster.es ticketmaster.com " +
  "github.com gitlab.com stackoverflow.com medium.com substack.com wordpress.org mozilla.org apache.org debian.org sourceforge.net yahoo.com cnet.com slashdot.org " +
  "gofundme.com change.org doodle.com calendly.com notion.so trello.com slack.com canva.com strava.com duolingo.com";

const known = new Set(SITES.split(" "));
const MOST_LABELS = mostLabels(known);

export function isKnownSite(host: string): boolean {
  return endingsOf(host, MOST_LABELS).some((name) => known.has(name));
}
