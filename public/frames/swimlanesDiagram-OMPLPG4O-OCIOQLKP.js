import{r as e,t}from"./chunk-QB3YPZ4I-DVnLJJom.js";import"./chunk-TU62E6Q5-CeJUjwLI.js";import"./diagram.js";import"./chunk-HFQBQIA3-r34Li3S_.js";import"./chunk-LEVMRMFU-xKSHQjFw.js";import"./chunk-AXFCVDMN-Cn7LQfIC.js";import"./chunk-X4PVCEUW-DwtWuSy7.js";import"./chunk-STOXU5M4-qNf0eIhD.js";import"./chunk-R3KSYZAL-CedvSpcQ.js";import"./chunk-6MUBBAK2-BFTyL-h9.js";import"./chunk-BG4553SI-BvHbD7H3.js";import"./d3-selection-CXQc0nb2.js";import{n}from"./chunk-Y2CYZVJY-DsF7k-Jl.js";var r=t({styles:/* @__PURE__ */ n(t=>`${e(t)}
  .swimlane.cluster:not([data-color-id]) rect {
    stroke: ${t.clusterBorder} !important;
  }
  [data-look="neo"].cluster rect {
    filter: none;
  }
`,`getStyles`)});export{r as diagram};