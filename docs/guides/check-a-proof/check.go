// Checks a receipt or the checkpoints and rows of a bundle with golang.org/x/mod/sumdb: code that is not Halfsilver's.
package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func fail(err error) {
	if err != nil {
		fmt.Println("does not hold:", err)
		os.Exit(1)
	}
}

// open checks the signature of a checkpoint.
func open(text, vkey string) (int64, tlog.Hash) {
	verifier, err := note.NewVerifier(vkey)
	fail(err)
	opened, err := note.Open([]byte(text), note.VerifierList(verifier))
	fail(err)
	lines := strings.Split(opened.Text, "\n")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	fail(err)
	root, err := tlog.ParseHash(lines[2])
	fail(err)
	return size, root
}

type line struct {
	Type       string
	Leaf       json.RawMessage
	Proof      []string
	Checkpoint string
	Text       string
	AnswerSalt string
	Note       string
}

func main() {
	file, vkey := os.Args[1], os.Args[2]
	data, err := os.Open(file)
	fail(err)
	reader := bufio.NewReaderSize(data, 1<<26)
	var hashes []tlog.Hash
	reads := tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		found := make([]tlog.Hash, len(indexes))
		for i, index := range indexes {
			found[i] = hashes[index]
		}
		return found, nil
	})
	rows := int64(0)
	for {
		text, err := reader.ReadBytes('\n')
		if len(text) == 0 && err != nil {
			break
		}
		var one line
		fail(json.Unmarshal(text, &one))
		switch one.Type {
		case "receipt":
			size, root := open(one.Checkpoint, vkey)
			var leaf struct {
				Place  int64
				Answer string
			}
			fail(json.Unmarshal(one.Leaf, &leaf))
			var proof tlog.RecordProof
			for _, text := range one.Proof {
				raw, err := hex.DecodeString(text)
				fail(err)
				var hash tlog.Hash
				copy(hash[:], raw)
				proof = append(proof, hash)
			}
			var text bytes.Buffer
			encoder := json.NewEncoder(&text)
			encoder.SetEscapeHTML(false)
			fail(encoder.Encode(one.Text))
			shown := sha256.Sum256([]byte(one.AnswerSalt + "\n" + strings.TrimSuffix(text.String(), "\n")))
			if hex.EncodeToString(shown[:]) != leaf.Answer {
				fail(fmt.Errorf("another text"))
			}
			// The receipt is canonical JSON, so the bytes of its leaf are the leaf.
			fail(tlog.CheckRecord(proof, size, root, leaf.Place, tlog.RecordHash(one.Leaf)))
			fmt.Println("the receipt holds: event", leaf.Place, "of", size)
		case "event":
			var leaf map[string]any
			fail(json.Unmarshal(one.Leaf, &leaf))
			canonical, err := json.Marshal(leaf) // sorts keys; leaves have no character that it escapes
			fail(err)
			stored, err := tlog.StoredHashes(rows, canonical, reads)
			fail(err)
			hashes = append(hashes, stored...)
			rows++
		case "tree":
			fail(fmt.Errorf("only whole bundles are checked here"))
		case "checkpoint":
			size, root := open(one.Note, vkey)
			if size > rows {
				fail(fmt.Errorf("cut off at %d", rows))
			}
			ours, err := tlog.TreeHash(size, reads)
			fail(err)
			if ours != root {
				fail(fmt.Errorf("another root at %d", size))
			}
			proof, err := tlog.ProveTree(rows, size, reads)
			fail(err)
			newest, err := tlog.TreeHash(rows, reads)
			fail(err)
			fail(tlog.CheckTree(proof, rows, newest, size, root))
		}
	}
	if rows > 0 {
		fmt.Println("the bundle holds:", rows, "rows")
	}
}
