// Generated from the server by `make protocol`. Do not edit.
export const look = {
 "cards": [
  "purple",
  "blue",
  "orange",
  "white",
  "green",
  "yellow",
  "black",
  "red",
  "locomotive"
 ],
 "symbols": {
  "purple": "M0 -.5L.4 0L0 .5L-.4 0Z",
  "blue": "M-.42 0A.42 .42 0 1 1 .42 0A.42 .42 0 1 1 -.42 0Z",
  "orange": "M0 -.46L.49 .39H-.49Z",
  "white": "M-.45 0A.45 .45 0 1 1 .45 0A.45 .45 0 1 1 -.45 0ZM-.25 0A.25 .25 0 1 0 .25 0A.25 .25 0 1 0 -.25 0Z",
  "green": "M-.215 -.27A.215 .215 0 1 1 .215 -.27A.215 .215 0 1 1 -.215 -.27ZM-.48 .1A.215 .215 0 1 1 -.05 .1A.215 .215 0 1 1 -.48 .1ZM.05 .1A.215 .215 0 1 1 .48 .1A.215 .215 0 1 1 .05 .1ZM-.12 -.12H.12L.2 .1H.05Q.06 .34 .19 .48H-.19Q-.06 .34 -.05 .1H-.2Z",
  "yellow": "M0 -.47L.126 -.124L.495 -.111L.204 .116L.306 .471L0 .265L-.306 .471L-.204 .116L-.495 -.111L-.126 -.124Z",
  "black": "M-.38 -.38H.38V.38H-.38Z",
  "red": "M0 .46C-.25 .23 -.48 .04 -.48 -.18C-.48 -.34 -.37 -.44 -.24 -.44C-.13 -.44 -.04 -.37 0 -.27C.04 -.37 .13 -.44 .24 -.44C.37 -.44 .48 -.34 .48 -.18C.48 .04 .25 .23 0 .46Z",
  "locomotive": "M-.075 -.13L-.094 -.49H.094L.075 -.13L.377 -.326L.471 -.164L.15 0L.471 .164L.377 .326L.075 .13L.094 .49H-.094L-.075 .13L-.377 .326L-.471 .164L-.15 0L-.471 -.164L-.377 -.326Z"
 },
 "patterns": {
  "bar": "M-.14 -.5H.14V.5H-.14Z",
  "twin": "M-.4 -.5H-.16V.5H-.4ZM.16 -.5H.4V.5H.16Z",
  "chevron": "M-.38 -.5H-.08L.34 0L-.08 .5H-.38L.04 0Z",
  "saltire": "M-.5 -.5H-.26L0 -.17L.26 -.5H.5L.13 0L.5 .5H.26L0 .17L-.26 .5H-.5L-.13 0Z",
  "check": "M-.5 -.5H0V0H-.5ZM0 0H.5V.5H0Z"
 },
 "seatColours": [
  "blue",
  "orange",
  "green",
  "mauve",
  "crimson"
 ],
 "themes": {
  "light": {
   "name": "light",
   "sea": "#cbdadb",
   "land": "#f2e9d5",
   "lake": "#c6d7da",
   "border": "#b7a684",
   "bed": "#8b7a5c",
   "ink": "#2b2620",
   "faint": "#635949",
   "halo": "#f8f1e1",
   "city_fill": "#fffaf0",
   "city_stroke": "#3d3428",
   "space_edge": "#3d3428",
   "grey": {
    "fill": "#b5ada0",
    "ink": "#1c1a17"
   },
   "hues": [
    {
     "fill": "#b48ad8",
     "ink": "#1c1a17"
    },
    {
     "fill": "#3d5d9b",
     "ink": "#fffdf7"
    },
    {
     "fill": "#e3711a",
     "ink": "#1c1a17"
    },
    {
     "fill": "#f9f8f4",
     "ink": "#1c1a17"
    },
    {
     "fill": "#549f7b",
     "ink": "#1c1a17"
    },
    {
     "fill": "#fdd247",
     "ink": "#1c1a17"
    },
    {
     "fill": "#1e1f25",
     "ink": "#fffdf7"
    },
    {
     "fill": "#9d2b25",
     "ink": "#fffdf7"
    }
   ],
   "locomotive": {
    "fill": "#fbf5e6",
    "ink": "#2b2620"
   },
   "players": [
    {
     "name": "blue",
     "fill": "#1b8fe3",
     "ink": "#fffdf7",
     "pattern": "bar"
    },
    {
     "name": "orange",
     "fill": "#dd8122",
     "ink": "#1c1a17",
     "pattern": "saltire"
    },
    {
     "name": "green",
     "fill": "#15745e",
     "ink": "#fffdf7",
     "pattern": "chevron"
    },
    {
     "name": "mauve",
     "fill": "#754787",
     "ink": "#fffdf7",
     "pattern": "twin"
    },
    {
     "name": "crimson",
     "fill": "#84041d",
     "ink": "#fffdf7",
     "pattern": "check"
    }
   ],
   "tunnel": "#4e4438",
   "ferry": "#2f6479",
   "paper": "#fbf6ea",
   "sky": "#f6efde",
   "shade": "#efe5cf",
   "back": "#6f4530",
   "accent": "#8a4b2a",
   "accent_ink": "#fffaf0"
  },
  "dark": {
   "name": "dark",
   "sea": "#13202a",
   "land": "#3f4037",
   "lake": "#22323b",
   "border": "#7b7967",
   "bed": "#9a937f",
   "ink": "#ede6d6",
   "faint": "#bdb6a2",
   "halo": "#24251f",
   "city_fill": "#ece3cf",
   "city_stroke": "#12120f",
   "space_edge": "#c9c0aa",
   "grey": {
    "fill": "#77746b",
    "ink": "#fffdf7"
   },
   "hues": [
    {
     "fill": "#ad86d0",
     "ink": "#1c1a17"
    },
    {
     "fill": "#405d98",
     "ink": "#fffdf7"
    },
    {
     "fill": "#d17d1d",
     "ink": "#1c1a17"
    },
    {
     "fill": "#eae8e4",
     "ink": "#1c1a17"
    },
    {
     "fill": "#519675",
     "ink": "#1c1a17"
    },
    {
     "fill": "#f1d049",
     "ink": "#1c1a17"
    },
    {
     "fill": "#121318",
     "ink": "#fffdf7"
    },
    {
     "fill": "#9d2320",
     "ink": "#fffdf7"
    }
   ],
   "locomotive": {
    "fill": "#2a2a25",
    "ink": "#ede6d6"
   },
   "players": [
    {
     "name": "blue",
     "fill": "#5676b9",
     "ink": "#fffdf7",
     "pattern": "bar"
    },
    {
     "name": "orange",
     "fill": "#ee8620",
     "ink": "#1c1a17",
     "pattern": "saltire"
    },
    {
     "name": "green",
     "fill": "#1eb498",
     "ink": "#1c1a17",
     "pattern": "chevron"
    },
    {
     "name": "mauve",
     "fill": "#f3aee7",
     "ink": "#1c1a17",
     "pattern": "twin"
    },
    {
     "name": "crimson",
     "fill": "#b23f4e",
     "ink": "#fffdf7",
     "pattern": "check"
    }
   ],
   "tunnel": "#d6c9ab",
   "ferry": "#8fc0d2",
   "paper": "#2a2b26",
   "sky": "#bdb6a5",
   "shade": "#35362f",
   "back": "#4a3527",
   "accent": "#d9a066",
   "accent_ink": "#1c1a17"
  }
 }
} as const;
