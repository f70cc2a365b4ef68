import type { Words } from "./index";

export const nb: Words = {
  title: "Når det blir din tur, det første av disse som er mulig:",
  empty:
    "Velg et trekk som om det var din tur. Det gjøres for deg når turen kommer; ingen andre ser hva du planlegger.",
  done: "Ferdig",
  earlier: (move) => `Prøv tidligere: ${move}`,
  remove: (move) => `Fjern: ${move}`,
  otherwise: "Hvis ingen er mulige, venter turen på deg.",
  did: (move) => `Som du hadde planlagt: ${move}.`,
  nothing: "Ingenting av det du hadde planlagt, var mulig.",
  ok: "OK",

  claim: (route, cards) => `ta ${route} med ${cards}`,
  station: (city, cards) => `bygge stasjon i ${city} med ${cards}`,
  faceUp: (card) => `ta det åpne kortet (${card}) hvis det fortsatt ligger der, og så ett fra bunken`,
  deck: "trekke to kort fra bunken",
  tickets: "trekke billetter",
  yard: (cards) => `legge i togstallen: ${cards}`,
  pass: "stå over",
};
