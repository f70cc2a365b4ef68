// A table is laid out on a board or with cards alone: who plays one kind need not load the other.
const withBoard = () => import("./BoardTable.svelte");
const withCards = () => import("./CardTable.svelte");

export const tableOf = (board: boolean) => (board ? withBoard() : withCards());
