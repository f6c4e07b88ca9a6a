import { it } from "vitest";
import { applyPatchHunks } from "/work/main/src/fuzzy/index.js";
it("x", () => {
  const n = 50_000;
  const content = Array.from({length:n},(_, i)=>`const value${i} = compute(${i}); // ${i*31}`).join("\n")+"\n";
  for (const h of [200, 1000, 2000]) {
    const hunks = Array.from({length:h},(_,i)=>{ const k = Math.floor(i*n/h)+1; return {anchors:[], lines:[{kind:"context" as const,text:`const value${k-1} = compute(${k-1}); // ${(k-1)*31}`},{kind:"remove" as const,text:`const value${k} = compute(${k}); // ${k*31}`},{kind:"add" as const,text:"new"}]}});
    let t=performance.now(); const r = applyPatchHunks({content,hunks}); console.log(h,"exact", r.ok, performance.now()-t);
    const ind = hunks.map(hk=>({...hk, lines: hk.lines.map(l=>({...l,text:"  "+l.text}))}));
    t=performance.now(); const r2 = applyPatchHunks({content,hunks:ind}); console.log(h,"indented", r2.ok, performance.now()-t);
    const anch = hunks.map(hk=>({...hk, anchors:["const value5 = compute(5);"]}));
    t=performance.now(); const r3 = applyPatchHunks({content,hunks:anch}); console.log(h,"anchored", r3.ok, performance.now()-t);
  }
}, 600000);
