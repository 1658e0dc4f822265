// Short sounds, synthesised here: a horn, a plucked string, a drum, fire. Silent until the page has been used.
import { setting } from "./settings.js";

const LOUD = { quiet: 0.25, normal: 0.6, loud: 1 };
let audio = null;
let out = null;
let hiss = null;

// Browsers let a page sound only after its user has pressed something: before that, it does not even try.
function ready() {
  const loud = LOUD[setting("sound")];
  if (!loud || !navigator.userActivation?.hasBeenActive) return false;
  if (!audio) {
    audio = new AudioContext();
    out = audio.createGain();
    out.connect(audio.destination);
  }
  audio.resume();
  out.gain.value = loud;
  return true;
}

// A sound with a soft beginning that fades away.
function shaped(source, { at = 0, long, peak, attack = 0.02, through }) {
  const gain = audio.createGain();
  const begin = audio.currentTime + at;
  gain.gain.setValueAtTime(0, begin);
  gain.gain.linearRampToValueAtTime(peak, begin + attack);
  gain.gain.exponentialRampToValueAtTime(0.0008, begin + long);
  const last = through ? source.connect(through) : source;
  last.connect(gain).connect(out);
  source.start(begin);
  source.stop(begin + long);
}

function tone(pitch, how, { type = "sine", to = pitch } = {}) {
  const source = audio.createOscillator();
  const begin = audio.currentTime + (how.at || 0);
  source.type = type;
  source.frequency.setValueAtTime(pitch, begin);
  if (to !== pitch) source.frequency.exponentialRampToValueAtTime(to, begin + how.long);
  shaped(source, how);
}

function noise(pitch, how) {
  if (!hiss) {
    hiss = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  }
  const source = audio.createBufferSource();
  source.buffer = hiss;
  source.loop = true;
  const through = audio.createBiquadFilter();
  through.type = "lowpass";
  through.frequency.value = pitch;
  shaped(source, { ...how, through });
}

const horn = (pitch, at, long) => {
  const through = audio.createBiquadFilter();
  through.type = "lowpass";
  through.frequency.value = 900;
  const source = audio.createOscillator();
  source.type = "sawtooth";
  source.frequency.value = pitch;
  shaped(source, { at, long, peak: 0.13, attack: 0.08, through });
};

const SOUNDS = {
  turn() {
    tone(587, { long: 0.5, peak: 0.2 });
    tone(784, { at: 0.18, long: 0.5, peak: 0.2 });
  },
  banner() {
    horn(147, 0, 0.9);
    horn(220, 0.22, 1.1);
  },
  falls() {
    noise(320, { long: 1.4, peak: 0.5, attack: 0.1 });
    tone(70, { long: 1.2, peak: 0.4 }, { to: 36 });
  },
  fades() {
    tone(330, { long: 0.5, peak: 0.07 }, { type: "triangle", to: 220 });
    noise(1400, { long: 0.3, peak: 0.03 });
  },
  flies() {
    tone(659, { long: 0.35, peak: 0.1, attack: 0.005 }, { type: "triangle" });
    tone(988, { at: 0.09, long: 0.45, peak: 0.08, attack: 0.005 }, { type: "triangle" });
  },
  glows() {
    tone(440, { long: 0.6, peak: 0.09, attack: 0.06 }, { type: "triangle", to: 554 });
  },
};

// Several of one sound within this time count as one.
const CLOSE = 0.09;
const last = {};

export function play(name) {
  if (!SOUNDS[name] || !ready()) return;
  const now = audio.currentTime;
  if (now > 0 && now - (last[name] ?? -1) < CLOSE) return;
  last[name] = now;
  SOUNDS[name]();
}

// A new volume is heard at once.
document.addEventListener("change", ({ target }) => {
  if (target.dataset?.set === "sound") play("turn");
});
